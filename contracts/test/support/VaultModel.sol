// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CausewayVault} from "../../src/CausewayVault.sol";
import {ICausewayVault} from "../../src/interfaces/ICausewayVault.sol";
import {ICausewayVaultOwner} from "../../src/interfaces/ICausewayVaultOwner.sol";
import {TestTetherToken} from "../../src/test-tokens/TestTetherToken.sol";
import {TestToken} from "../../src/test-tokens/TestToken.sol";
import {GasBurner, ReentrantAccount, Refuser} from "./Recipients.sol";
import {Test, Vm} from "./Test.sol";
import {FeeToken, HookToken, NoTransferToken, SenderFeeToken} from "./Tokens.sol";

/// @dev A vault, and the state that it must have: its roles, caps and scheduled actions, and the sums of its events.
abstract contract VaultModel is Test {
    uint256 public constant IDS = 48;
    uint256 public constant FUNDS = 1_000_000;
    uint256 public constant WINDOW = 1 hours;
    uint256 public constant DELAY = 3 hours;

    struct Entry {
        address token;
        uint256 amount;
        uint256 time;
    }

    CausewayVault public immutable vault;
    TestToken[] public tokens;
    address[] public accounts;

    address public owner = account("owner");
    address public guardian = account("guardian");
    bool public paused;
    mapping(address who => bool) public isPayer;
    mapping(address token => ICausewayVault.Cap) public caps;
    mapping(bytes32 actionHash => uint256) private _readyAt;
    mapping(bytes32 actionHash => uint256) private _approvedUntil;

    mapping(bytes32 id => uint256) public timesPaid;
    mapping(address token => uint256) public left;
    mapping(address token => mapping(address to => uint256)) public received;
    Entry[] private _log;

    bytes32 internal constant NO_ID = bytes32(IDS);

    /// @dev The ids that the call and the reentrant account pay together with gas.
    bytes32 internal gasOfId = NO_ID;
    bytes32 internal reentrantGasOfId = NO_ID;

    /// @dev Pays odd amounts inside the payments that it receives, while it is a payer.
    ReentrantAccount internal reentrant = new ReentrantAccount();

    constructor() {
        vm.warp(1_800_000_000);
        tokens.push(TestToken(address(0)));
        tokens.push(new TestToken("USD Coin", "USDC", 6));
        tokens.push(TestToken(address(new TestTetherToken("Tether", "USDT", 6))));
        tokens.push(TestToken(address(new HookToken())));
        tokens.push(new FeeToken());
        tokens.push(new NoTransferToken());
        tokens.push(new SenderFeeToken());

        accounts = [account("payer 0"), account("payer 1"), address(reentrant), owner, guardian];
        accounts.push(account("recipient"));
        accounts.push(account("blacklisted"));
        accounts.push(address(new Refuser()));
        accounts.push(address(new GasBurner()));
        TestTetherToken(address(tokens[2])).setBlacklisted(accounts[6], true);

        address[] memory payers = new address[](3);
        for (uint256 i; i < 3; ++i) {
            payers[i] = accounts[i];
            isPayer[accounts[i]] = true;
        }
        ICausewayVaultOwner.TokenCap[] memory first = new ICausewayVaultOwner.TokenCap[](tokens.length);
        for (uint256 i; i < tokens.length; ++i) {
            first[i] = ICausewayVaultOwner.TokenCap(address(tokens[i]), 10_000, 30_000);
            caps[address(tokens[i])] = ICausewayVault.Cap(10_000, 30_000);
        }
        vault = new CausewayVault(owner, guardian, payers, DELAY, WINDOW, first);
        vm.deal(address(vault), FUNDS);
        for (uint256 i = 1; i < tokens.length; ++i) {
            tokens[i].mint(address(vault), FUNDS);
        }
    }

    function readyAt(bytes memory action) public view returns (uint256) {
        return _readyAt[keccak256(action)];
    }

    function approvedUntil(bytes memory action) public view returns (uint256) {
        return _approvedUntil[keccak256(action)];
    }

    function isApproved(bytes memory action) internal view returns (bool) {
        return block.timestamp < approvedUntil(action);
    }

    function setReady(bytes memory action, uint256 time) internal {
        _readyAt[keccak256(action)] = time;
    }

    function setApproved(bytes memory action, uint256 until) internal {
        _approvedUntil[keccak256(action)] = until;
    }

    function forget(bytes memory action) internal {
        setReady(action, 0);
        setApproved(action, 0);
    }

    function balance(uint256 token, address holder) external view returns (uint256) {
        return token == 0 ? holder.balance : tokens[token].balanceOf(holder);
    }

    function tokenCount() external view returns (uint256) {
        return tokens.length;
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    /// @dev Calls the vault, with too little gas for a recipient to slow the test down, and adds up the events.
    function act(address caller, bytes memory data)
        internal
        returns (bool done, bytes memory result, uint256 payments)
    {
        vm.recordLogs();
        vm.prank(caller);
        (done, result) = address(vault).call{gas: 6_000_000}(data);
        payments = _recordEvents(done);
    }

    /// @dev forge also records the logs of reverted calls. Odd amounts belong to the reentrant account.
    function _recordEvents(bool done) private returns (uint256 own) {
        // One event, or two: a token and its gas.
        uint256 inner = !reentrant.reacted() || !reentrant.succeeded() ? 0 : reentrantGasOfId == NO_ID ? 1 : 2;
        bool[2] memory tokenPaid;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; done && i < logs.length; ++i) {
            if (logs[i].emitter != address(vault)) continue;
            bytes32[] memory topics = logs[i].topics;
            if (topics[0] == ICausewayVaultOwner.Withdrawn.selector) {
                _move(_addressOf(topics[1]), _addressOf(topics[2]), abi.decode(logs[i].data, (uint256)));
            }
            if (topics[0] != ICausewayVault.Paid.selector) continue;
            (address token, uint256 amount) = abi.decode(logs[i].data, (address, uint256));
            uint256 who = amount % 2;
            if (who == 1 && inner == 0) continue;
            if (who == 0) ++own;
            else --inner;
            if (tokenPaid[who] && topics[2] == (who == 0 ? gasOfId : reentrantGasOfId)) {
                vm.assertEq(token, address(0), "the gas of a token");
                tokenPaid[who] = false;
            } else {
                vm.assertEq(++timesPaid[topics[2]], 1, "an id is paid once");
                tokenPaid[who] = topics[2] == (who == 0 ? gasOfId : reentrantGasOfId) && token != address(0);
            }
            _recordPayment(_addressOf(topics[1]), token, amount);
            _move(token, _addressOf(topics[3]), amount);
        }
    }

    function _recordPayment(address payer, address token, uint256 amount) private {
        vm.assertEq(isPayer[payer] && !paused, true, "only payers pay, and only while the vault is not paused");
        vm.assertLe(amount, caps[token].perPayment, "the cap of a payment");
        _log.push(Entry(token, amount, block.timestamp));
        uint256 sum;
        for (uint256 i = _log.length; i > 0 && _log[i - 1].time + WINDOW >= block.timestamp; --i) {
            if (_log[i - 1].token == token) sum += _log[i - 1].amount;
        }
        vm.assertLe(sum, caps[token].perWindow, "any period of one window");
    }

    function _move(address token, address to, uint256 amount) private {
        left[token] += amount;
        received[token][to] += amount;
    }

    function _addressOf(bytes32 topic) private pure returns (address) {
        return address(uint160(uint256(topic)));
    }
}
